/** An entry of a row's menu. */
export interface RowAction {
  readonly label: string
  readonly isDestructive?: boolean
  readonly run: () => void
}
