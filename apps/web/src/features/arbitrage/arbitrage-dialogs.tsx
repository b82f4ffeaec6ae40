import type { ReactElement } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useShownAttempt } from './attempts/attempt-state.ts'

const AttemptDialog = lazyPart(async () => (await import('./attempts/attempt-dialog.tsx')).AttemptDialog)

/** Where both orders of an arbitrage are entered, for every page with panels that compare markets. */
export function ArbitrageDialogs(): ReactElement {
  const isOpen = useShownAttempt(({ shown }) => shown !== null)
  return <AttemptDialog isOpen={isOpen} />
}
