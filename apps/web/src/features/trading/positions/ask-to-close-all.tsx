import type { TradingAccount } from '@tradeloom/contracts'
import { loadModule } from '../../../ui/load-module.ts'
import { loadModals } from '../../../ui/modals.tsx'

/** Closes all positions of an account, after a question that names their number and their profit. */
export async function askToCloseAll(accounts: readonly TradingAccount[]): Promise<void> {
  const [modals, { CloseAllForm }] = await Promise.all([loadModals(), loadModule(() => import('./close-all-form.tsx'))])
  const id = modals.open({
    title: 'Close all positions',
    size: 400,
    centered: true,
    closeButtonProps: { 'aria-label': 'Close' },
    children: <CloseAllForm accounts={accounts} onDone={() => modals.close(id)} />,
  })
}
