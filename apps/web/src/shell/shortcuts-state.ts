import { create } from 'zustand'

export const useShortcuts = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

export function openShortcuts(): void {
  useShortcuts.setState({ isOpen: true })
}

export function closeShortcuts(): void {
  useShortcuts.setState({ isOpen: false })
}
