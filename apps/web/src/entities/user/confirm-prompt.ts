import { create } from 'zustand'

/** Open while `settle` is there. */
export const useConfirmPrompt = create<{ readonly settle: ((isConfirmed: boolean) => void) | null }>()(() => ({
  settle: null,
}))

let open: Promise<boolean> | null = null

/** Asks the user to show again who they are; true when they have. Calls that need it at the same time share one dialog. */
export function askToConfirmLogin(): Promise<boolean> {
  open ??= new Promise<boolean>((settle) => useConfirmPrompt.setState({ settle }))
  return open
}

export function closeConfirmPrompt(isConfirmed: boolean): void {
  const { settle } = useConfirmPrompt.getState()
  open = null
  useConfirmPrompt.setState({ settle: null })
  settle?.(isConfirmed)
}
