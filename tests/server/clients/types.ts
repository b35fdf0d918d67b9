/** Uses the types that openapi-typescript has generated. */
import type { components, paths } from "./schema";

type Table = components["schemas"]["Table"];
type Shown =
  paths["/api/v1/tables/{table}"]["get"]["responses"][200]["content"]["application/json"];

export const stageOf = (shown: Shown): Table["stage"] => shown.stage;
