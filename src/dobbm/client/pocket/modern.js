/** The newest words that Pyodide uses: a browser that cannot read this module cannot read Pyodide. */

class Modern {
  isRead = false;
  static newest = new Modern();

  static {
    Modern.newest.isRead = true;
  }
}

export const { isRead } = Modern.newest;
