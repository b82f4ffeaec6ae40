import { Checkbox } from '@mantine/core'
import type { ReactElement } from 'react'
import { useUser } from '../user/bootstrap-query.ts'
import { ModelsSection } from './models-section.tsx'
import { hasOnePrice } from './run-period.ts'
import type { SettingsBarState } from './use-settings-bar.ts'

/** The models of a run, and what only administrators choose. */
export function PricesAndCosts({ bar }: { readonly bar: SettingsBarState }): ReactElement {
  const user = useUser()
  const { form, instrument, instruments, others, resolution } = bar
  return (
    <>
      <ModelsSection
        draft={form.values.models}
        isOnePrice={hasOnePrice(instrument, resolution)}
        quoted={instruments.filter(({ series }) => series.some(({ price, rows }) => price === 'quote' && rows > 0))}
        markets={others}
        instrument={instrument}
        isOpen={bar.isModelsOpen}
        onToggle={() => bar.setModelsOpen(!bar.isModelsOpen)}
        onChange={(models) => form.setFieldValue('models', models)}
      />
      {user?.isAdmin ? (
        <Checkbox
          size="xs"
          label="Non Lambda"
          description="Stored with the run; has no effect on a self-hosted installation."
          checked={!form.values.lambda}
          onChange={({ currentTarget }) => form.setFieldValue('lambda', !currentTarget.checked)}
        />
      ) : null}
    </>
  )
}
