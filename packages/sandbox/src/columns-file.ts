/** Raw little-endian doubles of one series, column after column, in one read-only file. */
export interface ColumnsFile {
  readonly path: string
  /** `byteOffset` counts from the start of the file, `length` counts doubles. */
  readonly columns: readonly { readonly name: string; readonly byteOffset: number; readonly length: number }[]
  /** Prices, or the values of a dataset in the order in which they became known. */
  readonly kind: 'bar' | 'tick' | 'known'
  readonly rows: number
  /** First row to use; defaults to 0. */
  readonly first?: number
  /** Row after the last one to use; defaults to all. */
  readonly last?: number
  /** Identifies the verified file; another one at this path is not read. Defaults to any file. */
  readonly stamp?: { readonly inode: number; readonly size: number; readonly modified: number }
}
