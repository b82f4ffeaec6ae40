import type { ReactElement } from 'react'
import { KillButton } from '../features/kill-switch/kill-button.tsx'
import { Bell } from '../features/notifications/bell.tsx'

/** What only users have in the header. */
export function BellAndSwitch(): ReactElement {
  return (
    <>
      <KillButton />
      <Bell />
    </>
  )
}
