/** The squares of a QR code, row by row, with their number a side. */
export function encode(text: string, options?: { border?: number }): { size: number; data: boolean[][] };
