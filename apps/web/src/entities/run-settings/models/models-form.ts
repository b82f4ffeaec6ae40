import { useForm, type UseFormReturnType } from '@mantine/form'
import type { MarketInstrument } from '@tradeloom/contracts'
import { draftErrors, type ModelsDraft, withSpreadFor } from './models-draft.ts'

/** The form of run models and what it needs to know about the chosen instrument. */
export interface ModelsForm {
  readonly form: UseFormReturnType<ModelsDraft>
  /** By path: `slippage.pips`. */
  readonly errors: Readonly<Record<string, string>>
  /** Whether the data has one price instead of bid and ask. */
  readonly isOnePrice: boolean
  /** Instruments from whose quotes a spread by hour can be learned. */
  readonly quoted: readonly MarketInstrument[]
}

interface ModelsFormOptions extends Pick<ModelsForm, 'isOnePrice' | 'quoted'> {
  readonly draft: ModelsDraft
  readonly onChange: (draft: ModelsDraft) => void
}

/** Errors depend on other fields (a choice decides which are used), so all are validated on every change. */
export function useModelsForm({ draft, isOnePrice, quoted, onChange }: ModelsFormOptions): ModelsForm {
  const form = useForm<ModelsDraft>({ initialValues: draft, onValuesChange: onChange })
  return { form, errors: draftErrors(withSpreadFor(form.values, isOnePrice)), isOnePrice, quoted }
}
