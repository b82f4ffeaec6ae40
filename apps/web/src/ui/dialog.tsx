import { Modal, type ModalProps } from '@mantine/core'
import type { ReactElement } from 'react'
import { useEscape } from './escape.ts'

/** A dialog in the middle of the screen. Escape closes it only while no other dialog is above it. */
export function Dialog({ closeOnEscape = true, ...props }: ModalProps): ReactElement {
  useEscape(props.opened, closeOnEscape ? props.onClose : null)
  return <Modal {...props} closeOnEscape={false} />
}
