import { UnstyledButton } from '@mantine/core'
import type { TradingPosition } from '@tradeloom/contracts'
import type { ReactElement } from 'react'
import { NOTHING } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import { loadModals } from '../../ui/modals.tsx'
import { causeWords, protectionWords } from './protection-words.ts'
import { ProtectionHistory } from './protection-history.tsx'
import classes from './protection.module.css'

/** How an open position is protected, as a word and a color; opens its history. */
export function Protection({ position }: { readonly position: TradingPosition }): ReactElement {
  const { custody, symbol } = position
  const words = custody && protectionWords(custody)
  const hint = custody && words ? `${words.meaning} Changed ${causeWords(custody.cause)}.` : 'It wants no stop.'
  return (
    <Hint label={hint} width={300}>
      <UnstyledButton
        className={classes['word'] ?? ''}
        data-tone={words?.tone ?? 'none'}
        onClick={() => void openHistory(position)}
      >
        <span className="visually-hidden">{`Protection of ${symbol}: `}</span>
        {words ? <span className={classes['dot']} aria-hidden /> : null}
        {words?.word ?? NOTHING}
      </UnstyledButton>
    </Hint>
  )
}

async function openHistory(position: TradingPosition): Promise<void> {
  const modals = await loadModals()
  modals.open({
    title: `Protection of ${position.symbol}`,
    size: 520,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <ProtectionHistory positionId={position.id} />,
  })
}
