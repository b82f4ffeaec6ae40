import type { ReactElement } from 'react'
import { useUser } from '../user/bootstrap-query.ts'
import { MarketFields } from './market-fields.tsx'
import { OtherMarketsField } from './other-markets-field.tsx'
import type { SettingsBarState } from './use-settings-bar.ts'

/** Instrument, interval, resolution, period and balance. */
export function SettingsBar({ bar }: { readonly bar: SettingsBarState }): ReactElement {
  const user = useUser()
  return (
    <>
      <MarketFields form={bar.form} instruments={bar.instruments} mayUseTicks={user?.backtestTick ?? false} />
      <OtherMarketsField markets={bar.others} settings={bar.form.values} traded={bar.instrument} />
    </>
  )
}
