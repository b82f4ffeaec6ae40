import type { MarketInstrument, TradingAccount, TradingPosition } from '@tradeloom/contracts'
import { loadModule } from '../../../ui/load-module.ts'
import { loadModals } from '../../../ui/modals.tsx'

interface ReversedMarket {
  readonly instrument: MarketInstrument
  readonly account: TradingAccount
}

/** Turns a position into the opposite one, after a question. */
export async function askToReverse(position: TradingPosition, market: ReversedMarket): Promise<void> {
  const [modals, { ReverseForm }] = await Promise.all([loadModals(), loadModule(() => import('./reverse-form.tsx'))])
  const id = modals.open({
    title: 'Reverse position',
    size: 400,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <ReverseForm position={position} onDone={() => modals.close(id)} {...market} />,
  })
}
