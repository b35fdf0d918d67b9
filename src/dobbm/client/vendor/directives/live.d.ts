/** Sets a property to a value even if a person has changed it since it was drawn. */
export function live(value: unknown): unknown;
