import { IconPlayerStop, IconTrash, IconX } from '@tabler/icons-react'
import type { StateAction } from './use-run-actions.ts'

/** How the actions look in menus and headers. */
export const STATE_ACTIONS = {
  cancel: { label: 'Cancel', icon: IconX },
  stop: { label: 'Stop', icon: IconPlayerStop },
  delete: { label: 'Delete', icon: IconTrash },
} as const satisfies Record<StateAction, object>
