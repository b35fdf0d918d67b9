/** The server's public interface (docs/server.md), as pages use it. */

const API = "/api/v1";

/** A request that was refused: `code` as the documentation lists them, a sentence as message. */
export class ApiError extends Error {
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** Ask the server; `ApiError` with the code `offline` if it cannot be reached. */
export async function ask(method, path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(API + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("offline", "the server cannot be reached", 0);
  }
  const told = await answer.json().catch(() => null);
  if (answer.ok) return told;
  const { code = "error", message = answer.statusText } = told?.error ?? {};
  throw new ApiError(code, message, answer.status);
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}, token) => ask("POST", path, body, token);
export const put = (path, body) => ask("PUT", path, body);

/** Ask again until the server has answered: for requests that may come twice. */
export async function surely(request, patience = 20_000) {
  const until = Date.now() + patience;
  for (let pause = 250; ; pause = Math.min(2 * pause, 2000)) {
    try {
      return await request();
    } catch (error) {
      const passing = error.code === "offline" || error.status === 503 || error.status === 429;
      if (!passing || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Open a table with these options; a cookie opens the seat from now on. */
export async function openTable(options) {
  const { table, token } = await post("/tables", options);
  await post(`/tables/${table}/remember`, {}, token);
  return table;
}

/** Take a seat; a cookie opens it from now on. */
export async function takeSeat(table, name) {
  const { token } = await post(`/tables/${table}/seats`, { name });
  await post(`/tables/${table}/remember`, {}, token);
}

/**
 * Follow a table. `onTable(table)` gets every change in order, `onConnected(boolean)` how the
 * connection is. The browser resumes by itself; where it gives up we open a new stream after the
 * last change. Returns how to stop.
 */
export function follow(name, onTable, onConnected) {
  let source;
  let number = null;
  let timer;
  const open = () => {
    const after = number === null ? "" : `?after=${number}`;
    source = new EventSource(`${API}/tables/${name}/events${after}`);
    source.onopen = () => onConnected(true);
    source.onmessage = (event) => {
      const table = JSON.parse(event.data);
      if (number !== null && table.number <= number) return;
      number = table.number;
      onTable(table);
    };
    source.onerror = () => {
      onConnected(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, 500);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
