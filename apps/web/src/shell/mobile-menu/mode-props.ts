/** What each mode of the menu gets. */
export interface ModeProps {
  readonly onClose: () => void
}
