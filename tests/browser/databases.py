"""Looks into the databases that a page keeps on its device."""

from __future__ import annotations

EXISTING = """(name) => new Promise((resolve, reject) => {
  const asked = indexedDB.open(name);
  let isMissing = false;
  asked.onupgradeneeded = () => {
    isMissing = true;
    asked.transaction.abort();
  };
  asked.onerror = () => (isMissing ? resolve(null) : reject(asked.error));
  asked.onsuccess = () => resolve(asked.result);
})"""
"""Opens a database as it is.

Null if there is none: an open request would create it, and without the stores that the page needs.
"""
