import { Stack } from '@mantine/core'
import type { AlgorithmVersionSummary, ExternalDeclaration, MarketInstrument } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useUser } from '../../auth/bootstrap-query.ts'
import { askToConfirm } from '../../../ui/confirm.tsx'
import { toastError, toastSuccess } from '../../../ui/toast.ts'
import { DRAFT, type DraftToRun } from '../draft-to-run.ts'
import { ExternalsFields } from './externals-fields.tsx'
import { MarketFields } from './market-fields.tsx'
import { ModelsSection } from './models/models-section.tsx'
import { readRemembered, remember } from './remembered-settings.ts'
import { RunButtons } from './run-buttons.tsx'
import {
  computeUnits,
  dataRange,
  externalTexts,
  firstSettings,
  hasErrors,
  hasOnePrice,
  parseExternal,
  runPeriod,
  type RunSettings,
  type RunToRepeat,
  toRequest,
  validateSettings,
} from './run-settings.ts'
import { UnitsLine } from './units-line.tsx'
import { VersionField } from './version-field.tsx'

interface NewBacktestFormProps {
  readonly algorithmId: string
  /** Newest first; at least one, or a draft. */
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly versionId: string | null
  readonly draft: DraftToRun | null
  readonly instruments: readonly MarketInstrument[]
  readonly again: RunToRepeat | null
  /** Of the user's last run, wherever that was started. */
  readonly lastInstrumentId: string | null
  readonly onClose: () => void
}

function useRun(algorithmId: string, onClose: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: ReturnType<typeof toRequest>) => call('runBacktest', { body }),
    onSuccess: async (queued) => {
      toastSuccess('Backtest queued', queued.id)
      onClose()
      void client.invalidateQueries({ queryKey: ['backtests'] })
      await navigate({
        to: '/algorithms/$algorithmId/backtest/$backtestId',
        params: { algorithmId, backtestId: queued.id },
      })
    },
    onError: (error) => toastError(errorText(error)),
  })
}

export function NewBacktestForm(props: NewBacktestFormProps): ReactElement {
  const { algorithmId, versions, draft, instruments, again, onClose } = props
  const user = useUser()
  const [settings, setSettings] = useState<RunSettings>(() => {
    const wanted = again?.run.algorithmVersionId ?? props.versionId
    const open = versions.find(({ id }) => id === wanted) ?? versions[0]
    const [id, externals] = draft === null ? [open?.id ?? null, open?.externals ?? []] : [DRAFT, draft.externals]
    return firstSettings(id, externals, instruments, again, readRemembered(user?.id), props.lastInstrumentId)
  })
  const [wasTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [isModelsOpen, setModelsOpen] = useState(false)
  const run = useRun(algorithmId, onClose)

  const change = (changes: Partial<RunSettings>): void => setSettings((now) => ({ ...now, ...changes }))
  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  const quoted = instruments.filter(({ series }) => series.some(({ price, rows }) => price === 'quote' && rows > 0))
  const isDraft = settings.versionId === DRAFT
  const externalsOf = (id: string | null): readonly ExternalDeclaration[] =>
    (id === DRAFT ? draft?.externals : versions.find((version) => version.id === id)?.externals) ?? []
  const errors = validateSettings(settings, instrument)
  const units = computeUnits(runPeriod(settings, dataRange(instrument, settings.resolution)), settings.resolution)
  const remaining = user?.backtestUnits ?? null
  const isTooMuch = remaining !== null && units > remaining

  const submit = async (): Promise<void> => {
    setTried(true)
    if (errors.models !== undefined) setModelsOpen(true)
    if (hasErrors(errors) || instrument === undefined || isTooMuch) return
    const isAllSet = Object.values(settings.externals).every((text) => parseExternal(text) !== null)
    if (!isAllSet) {
      const goOn = await askToConfirm({
        title: 'Externals',
        text: 'Externals value not set! Continue anyway?',
        confirm: 'Continue',
      })
      if (!goOn) return
    }
    const saved = isDraft ? await saveDraft() : settings
    if (saved === null) return
    await run
      .mutateAsync(toRequest(algorithmId, saved, instrument))
      .then(() => remember(user?.id, saved))
      // Said by the mutation itself.
      .catch(() => undefined)
  }

  /** The settings with the version that the draft became; a draft that cannot be saved is gone back to. */
  const saveDraft = async (): Promise<RunSettings | null> => {
    setSaving(true)
    const saved = (await draft?.save()) ?? null
    setSaving(false)
    if (saved === null) {
      onClose()
      return null
    }
    const settled = { versionId: saved.id, externals: externalTexts(saved.externals, settings.externals) }
    change(settled)
    return { ...settings, ...settled }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="sm">
        <VersionField
          versions={versions}
          value={settings.versionId}
          hasDraft={draft !== null}
          onChange={(versionId) => {
            change({ versionId, externals: externalTexts(externalsOf(versionId), settings.externals) })
          }}
        />
        <MarketFields
          settings={settings}
          instruments={instruments}
          errors={errors}
          wasTried={wasTried}
          mayUseTicks={user?.backtestTick ?? false}
          onChange={change}
        />
        <ExternalsFields
          declared={externalsOf(settings.versionId)}
          values={settings.externals}
          errors={errors.externals}
          onChange={(externals) => change({ externals })}
        />
        <ModelsSection
          draft={settings.models}
          isOnePrice={hasOnePrice(instrument, settings.resolution)}
          quoted={quoted}
          isOpen={isModelsOpen}
          onToggle={() => setModelsOpen(!isModelsOpen)}
          onChange={(models) => change({ models })}
        />
        <UnitsLine units={units} remaining={remaining} />
        <RunButtons isSaving={isDraft} isBusy={isSaving || run.isPending} isDisabled={isTooMuch} onClose={onClose} />
      </Stack>
    </form>
  )
}
