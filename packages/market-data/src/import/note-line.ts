/** What exporters write around the rows: an address, a separator for Excel, where the file was downloaded. */
const NOTE = /^\s*"?(?:https?:\/\/\S+|www\.\S+|sep=.|downloaded from .*)"?[,;\s]*$/i

/** Whether a line is no row: blank, or a note. */
export function isNoRow(line: string): boolean {
  return line.trim() === '' || NOTE.test(line)
}
