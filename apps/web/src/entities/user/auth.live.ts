import type { LiveEvents } from '../../realtime/live.ts'
import { patchPending } from '../../realtime/patch-pending.ts'
import { showEnded } from './auth-prompt.ts'
import { bootstrapQuery } from './bootstrap-query.ts'

export const live: LiveEvents = {
  logout: () => showEnded('logged-out'),
  'credit-backtest-units': ({ backtestUnits }, client) => {
    const patch = (): void => {
      client.setQueryData(bootstrapQuery.queryKey, (known) =>
        known?.user ? { ...known, user: { ...known.user, backtestUnits } } : known,
      )
    }
    patch()
    patchPending(client, bootstrapQuery.queryKey, patch)
  },
  'user-changed': (_, client) => void client.invalidateQueries({ queryKey: bootstrapQuery.queryKey }),
}
