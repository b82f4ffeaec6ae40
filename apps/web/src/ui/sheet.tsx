import { Drawer, type DrawerProps } from '@mantine/core'
import type { ReactElement } from 'react'
import { useEscape } from './escape.ts'

/** A dialog at an edge of the screen. Escape closes it only while no other dialog is above it. */
export function Sheet(props: DrawerProps): ReactElement {
  useEscape(props.opened, props.onClose)
  return <Drawer {...props} closeOnEscape={false} />
}
