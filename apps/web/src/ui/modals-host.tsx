import { ModalsProvider, useModals } from '@mantine/modals'
import { type ReactElement, useEffect } from 'react'
import { useEscape } from './escape.ts'

interface ModalsHostProps {
  /** Called when dialogs can be opened, and its result when they no longer can. */
  readonly onReady: () => () => void
}

/** Shows the dialogs that `modals` of the library opens. */
export function ModalsHost({ onReady }: ModalsHostProps): ReactElement {
  return (
    <ModalsProvider modalProps={{ closeOnEscape: false }}>
      <Ready onReady={onReady} />
    </ModalsProvider>
  )
}

function Ready({ onReady }: ModalsHostProps): null {
  const { modals, closeModal } = useModals()
  const top = modals.at(-1)
  useEscape(top !== undefined, () => top && closeModal(top.id))
  useEffect(() => onReady(), [onReady])
  return null
}
