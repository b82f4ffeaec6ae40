import type { MarketInstrument } from '@tradeloom/contracts'
import { useEffect } from 'react'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { builtInLayouts, shownInstruments } from './built-in-layouts.ts'
import { loadLayouts, tellLayouts } from '../../entities/panels/layouts-store.ts'

/** Reads the layouts of whoever is signed in, and makes the built-in ones of the instruments that there are. */
export function useLayoutsOfUser(instruments: readonly MarketInstrument[] | undefined): void {
  const user = useUser()
  const id = user === undefined ? undefined : (user?.id ?? null)
  useEffect(() => {
    if (id !== undefined) void loadLayouts(id)
  }, [id])
  const shown = JSON.stringify(shownInstruments(instruments ?? []))
  useEffect(() => {
    const [forex, crypto] = JSON.parse(shown) as ReturnType<typeof shownInstruments>
    tellLayouts({ is: 'built-ins', layouts: builtInLayouts([forex, crypto]) })
  }, [shown])
}
