import { ModalsProvider } from '@mantine/modals'
import { type ReactElement, useEffect } from 'react'

interface ModalsHostProps {
  /** Called when dialogs can be opened, and its result when they no longer can. */
  readonly onReady: () => () => void
}

/** Shows the dialogs that `modals` of the library opens. */
export function ModalsHost({ onReady }: ModalsHostProps): ReactElement {
  return (
    <ModalsProvider>
      <Ready onReady={onReady} />
    </ModalsProvider>
  )
}

function Ready({ onReady }: ModalsHostProps): null {
  useEffect(() => onReady(), [onReady])
  return null
}
