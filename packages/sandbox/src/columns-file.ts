/** Raw little-endian doubles of one series, column after column, in one file that is only read. */
export interface ColumnsFile {
  readonly path: string
  /** `byteOffset` counts from the start of the file, `length` counts doubles. */
  readonly columns: readonly { readonly name: string; readonly byteOffset: number; readonly length: number }[]
  readonly kind: 'bar' | 'tick'
  readonly rows: number
  /** First row to use; 0 when left out. */
  readonly first?: number
  /** Row after the last one to use; all when left out. */
  readonly last?: number
  /** Of the file whose content was verified; another one under this path is not read. Any file when left out. */
  readonly stamp?: { readonly inode: number; readonly size: number; readonly modified: number }
}
