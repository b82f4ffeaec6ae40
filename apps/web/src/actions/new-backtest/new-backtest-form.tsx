import { Button, Group, Stack } from '@mantine/core'
import type { AlgorithmVersionSummary, MarketInstrument } from '@tradeloom/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/queries/session.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { VersionSelect } from '../../ui/version-select.tsx'
import { ExternalsFields } from './externals-fields.tsx'
import { MarketFields } from './market-fields.tsx'
import { ModelsSection } from './models-section.tsx'
import { readRemembered, remember } from './remembered-settings.ts'
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

interface NewBacktestFormProps {
  readonly algorithmId: string
  /** Newest first, at least one. */
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly instruments: readonly MarketInstrument[]
  readonly again: RunToRepeat | null
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
  const { algorithmId, versions, instruments, again, onClose } = props
  const user = useUser()
  const [settings, setSettings] = useState<RunSettings>(() => {
    const version = versions.find(({ id }) => id === again?.run.algorithmVersionId) ?? versions[0]
    return firstSettings(version?.id ?? null, version?.externals ?? [], instruments, again, readRemembered(user?.id))
  })
  const [wasTried, setTried] = useState(false)
  const [isModelsOpen, setModelsOpen] = useState(false)
  const run = useRun(algorithmId, onClose)

  const change = (changes: Partial<RunSettings>): void => setSettings((now) => ({ ...now, ...changes }))
  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  const quoted = instruments.filter(({ series }) => series.some(({ price, rows }) => price === 'quote' && rows > 0))
  const version = versions.find(({ id }) => id === settings.versionId)
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
    run.mutate(toRequest(algorithmId, settings, instrument), { onSuccess: () => remember(user?.id, settings) })
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
        <VersionSelect
          label="Version"
          versions={versions}
          value={settings.versionId}
          onChange={(versionId) => {
            const declared = versions.find(({ id }) => id === versionId)?.externals ?? []
            change({ versionId, externals: externalTexts(declared, settings.externals) })
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
          declared={version?.externals ?? []}
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
        <Group justify="flex-end" gap="xs">
          <Button size="sm" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" loading={run.isPending} disabled={isTooMuch}>
            Run
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
