import { useForm } from '@mantine/form'
import type { ReactElement } from 'react'
import { FieldGroup } from './field-group.tsx'
import { marketDraft, type MarketDrafts, marketErrors, OF_MARKETS } from '../market-drafts.ts'
import type { ModelsDraft } from './models-draft.ts'
import { SettingFields } from './setting-fields.tsx'

interface MarketModelFieldsProps {
  readonly title: string
  readonly draft: MarketDrafts[string] | undefined
  readonly onChange: (draft: MarketDrafts[string]) => void
}

/** Swap and funding of another market of the script. A form of its own, because ids contain characters of form paths. */
export function MarketModelFields({ title, draft, onChange }: MarketModelFieldsProps): ReactElement {
  const form = useForm<ModelsDraft>({
    initialValues: {
      settings: draft ?? marketDraft(),
      markets: {},
      tables: { spreadByHour: null, swapRates: null, fundingRates: null },
    },
    onValuesChange: ({ settings }) => onChange(settings),
  })
  const models = { form, errors: marketErrors(form.values.settings), isOnePrice: false, quoted: [] }
  return (
    <FieldGroup title={`Holding costs of ${title}`}>
      {OF_MARKETS.map((setting) => (
        <SettingFields key={setting.key} models={models} setting={setting} />
      ))}
    </FieldGroup>
  )
}
