import { Checkbox, Stack } from '@mantine/core'
import type { AlgorithmVersionSummary, ExternalDeclaration, MarketInstrument } from '@tradeloom/contracts'
import { computeUnits } from '@tradeloom/domain'
import { type ReactElement, useState } from 'react'
import { useUser } from '../../../entities/user/bootstrap-query.ts'
import { RunSeriesField } from '../../../entities/datasets/run-series-field.tsx'
import type { SeriesReads } from '../../../entities/datasets/series-queries.ts'
import { useRunSeries } from '../../../entities/datasets/use-run-series.ts'
import { DRAFT, type DraftToRun } from '../draft-to-run.ts'
import { confirmExternals } from '../../../entities/run-settings/confirm-externals.tsx'
import { ExternalsFields } from './externals-fields.tsx'
import { firstSettings, type RunToRepeat } from '../../../entities/run-settings/first-settings.ts'
import { MarketFields } from '../../../entities/run-settings/market-fields.tsx'
import { OtherMarketsField } from '../../../entities/run-settings/other-markets-field.tsx'
import { marketError, otherMarkets } from '../../../entities/run-settings/other-markets.ts'
import { marketErrors } from '../../../entities/run-settings/market-drafts.ts'
import { ModelsSection } from '../../../entities/run-settings/models-section.tsx'
import { readRemembered, remember } from '../../../entities/run-settings/remembered-settings.ts'
import { RunButtons } from './run-buttons.tsx'
import { dataRange, hasOnePrice, runPeriod } from '../../../entities/run-settings/run-period.ts'
import { externalTexts, type RunSettings, toRequest } from '../../../entities/run-settings/run-settings.ts'
import { UnitsLine } from '../../../entities/run-settings/units-line.tsx'
import { useRun } from './use-run.ts'
import { focusExternal, useRunForm } from '../../../entities/run-settings/use-run-form.ts'
import { VersionField } from './version-field.tsx'

interface NewBacktestFormProps {
  readonly algorithmId: string
  /** Newest first; at least one, or a draft. */
  readonly versions: readonly AlgorithmVersionSummary[]
  readonly versionId: string | null
  readonly draft: DraftToRun | null
  readonly instruments: readonly MarketInstrument[]
  readonly again: RunToRepeat | null
  /** The instrument to start with; null for the one last used. */
  readonly instrumentId: string | null
  /** The instrument of the user's last run in any browser. */
  readonly lastInstrumentId: string | null
  readonly onClose: () => void
}

function initialSettings(props: NewBacktestFormProps, userId: string | undefined): RunSettings {
  const { versions, draft, instruments, again } = props
  const preferred = again?.run.algorithmVersionId ?? props.versionId
  const version = versions.find(({ id }) => id === preferred) ?? versions[0]
  const [id, externals] = draft === null ? [version?.id ?? null, version?.externals ?? []] : [DRAFT, draft.externals]
  const remembered = readRemembered(userId)
  const instrumentId = props.instrumentId ?? remembered?.instrumentId ?? props.lastInstrumentId
  const last = remembered && { ...remembered, instrumentId: instrumentId ?? remembered.instrumentId }
  return firstSettings(id, externals, instruments, again, last, instrumentId)
}

/** Where the datasets are named that are read. */
function readsOf(algorithmId: string, versionId: string | null, draft: DraftToRun | null): SeriesReads | null {
  if (versionId === DRAFT) return { series: draft?.series ?? [] }
  return versionId === null ? null : { algorithmId, algorithmVersionId: versionId }
}

export function NewBacktestForm(props: NewBacktestFormProps): ReactElement {
  const { algorithmId, versions, draft, instruments, onClose } = props
  const user = useUser()
  const form = useRunForm(() => initialSettings(props, user?.id), instruments)
  const settings = form.values
  const [isSaving, setSaving] = useState(false)
  const [isModelsOpen, setModelsOpen] = useState(false)
  const run = useRun(form, algorithmId, onClose)

  const instrument = instruments.find(({ id }) => id === settings.instrumentId)
  const quoted = instruments.filter(({ series }) => series.some(({ price, rows }) => price === 'quote' && rows > 0))
  const isDraft = settings.versionId === DRAFT
  const externalsOf = (id: string | null): readonly ExternalDeclaration[] =>
    (id === DRAFT ? draft?.externals : versions.find((version) => version.id === id)?.externals) ?? []
  const marketNames = (isDraft ? draft?.markets : versions.find(({ id }) => id === settings.versionId)?.markets) ?? []
  const series = useRunSeries(readsOf(algorithmId, settings.versionId, draft))
  const others = otherMarkets(marketNames, instrument, instruments)
  const areMarketsMissing = others.some((market) => marketError(market, settings, instrument) !== null)
  const marketIds = others.map(({ id }) => id)
  const areModelsWrong = marketIds.some((id) => Object.keys(marketErrors(settings.models.markets[id])).length > 0)
  const period = runPeriod(settings, dataRange(instrument, settings.resolution))
  const units = period === null ? 0 : computeUnits(period, settings.resolution)
  const remaining = user?.backtestUnits ?? null
  const isTooMuch = remaining !== null && units > remaining

  /** Returns the settings with the version that the draft became. Closes the dialog if it could not be saved. */
  const saveDraft = async (confirmed: RunSettings): Promise<RunSettings | null> => {
    setSaving(true)
    const saved = (await draft?.save()) ?? null
    setSaving(false)
    if (saved === null) {
      onClose()
      return null
    }
    const changes = { versionId: saved.id, externals: externalTexts(saved.externals, confirmed.externals) }
    form.setValues(changes)
    return { ...confirmed, ...changes }
  }
  const submit = async (): Promise<void> => {
    if (areModelsWrong) return setModelsOpen(true)
    if (instrument === undefined || areMarketsMissing || isTooMuch) return
    const externals = await confirmExternals(settings, focusExternal(form))
    if (externals === null) return
    form.setFieldValue('externals', externals)
    const confirmed = { ...settings, externals }
    if (!(await series.ready())) return
    const saved = isDraft ? await saveDraft(confirmed) : confirmed
    if (saved === null) return
    await run
      .mutateAsync(toRequest(algorithmId, saved, instrument, marketIds))
      .then(() => remember(user?.id, saved))
      // The mutation has shown the error.
      .catch(() => undefined)
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        () => void submit(),
        (errors) => errors['models'] !== undefined && setModelsOpen(true),
      )}
    >
      <Stack gap="sm">
        <VersionField
          versions={versions}
          value={settings.versionId}
          hasDraft={draft !== null}
          error={form.errors['versionId']}
          onChange={(versionId) =>
            form.setValues({ versionId, externals: externalTexts(externalsOf(versionId), settings.externals) })
          }
        />
        <MarketFields form={form} instruments={instruments} mayUseTicks={user?.backtestTick ?? false} />
        <OtherMarketsField markets={others} settings={settings} traded={instrument} />
        <RunSeriesField series={series} start={period?.start ?? null} />
        <ExternalsFields form={form} declared={externalsOf(settings.versionId)} />
        <ModelsSection
          draft={settings.models}
          isOnePrice={hasOnePrice(instrument, settings.resolution)}
          quoted={quoted}
          markets={others}
          instrument={instrument}
          isOpen={isModelsOpen}
          onToggle={() => setModelsOpen(!isModelsOpen)}
          onChange={(models) => form.setFieldValue('models', models)}
        />
        {user?.isAdmin ? (
          <Checkbox
            size="xs"
            label="Non Lambda"
            description="Stored with the backtest; has no effect on a self-hosted installation."
            checked={!settings.lambda}
            onChange={({ currentTarget }) => form.setFieldValue('lambda', !currentTarget.checked)}
          />
        ) : null}
        <UnitsLine units={units} remaining={remaining} />
        <RunButtons
          isSaving={isDraft}
          isBusy={series.isAwaited || isSaving || run.isPending}
          isDisabled={isTooMuch}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}
