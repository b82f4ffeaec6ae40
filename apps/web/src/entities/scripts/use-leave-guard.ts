import { useBlocker } from '@tanstack/react-router'
import { askToConfirm } from '../../ui/confirm.tsx'

/** Asks before leaving a script that the browser could not store; others are still there on return. */
export function useLeaveGuard(isLost: boolean): void {
  useBlocker({
    shouldBlockFn: async () => {
      if (!isLost) return false
      return !(await askToConfirm({
        title: 'Unsaved changes',
        text: 'The script has changes that are not saved. Leave without saving?',
        confirm: 'Leave',
        isDestructive: true,
      }))
    },
    enableBeforeUnload: () => isLost,
  })
}
