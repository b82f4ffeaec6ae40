import { Button, Stack } from '@mantine/core'
import { type BacktestDetail, runRemarks } from '@tradeloom/contracts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { formatCount, formatPlain } from '../../../ui/format.ts'
import { loadModule } from '../../../ui/load-module.ts'
import { LoadingBlock } from '../../../ui/states.tsx'
import { usePrinting } from '../../../ui/printing.ts'
import { ResultActions } from './details/result-actions.tsx'
import { RunDetails } from './details/run-details.tsx'
import { InputsButton, useInputsOpen } from './inputs/inputs-button.tsx'
import { RerunStrip } from './inputs/rerun-strip.tsx'
import { LiveLogPanel, LogPanel } from './log/log-panel.tsx'
import { DataGapAlert } from './overview/data-gap-alert.tsx'
import { SeriesAlert } from './overview/series-alert.tsx'
import { LivePricesLater } from './overview/live-prices-later.tsx'
import { MarginAlert } from './overview/margin-alert.tsx'
import { RunFailure } from './overview/run-failure.tsx'
import { RunProgress } from './overview/run-progress.tsx'
import { StickyBar } from './overview/sticky-bar.tsx'
import { panelId, SectionTabs, tabId } from './sections/section-tabs.tsx'
import { SECTIONS } from './sections/sections.tsx'
import classes from './sections/sections.module.css'
import { useSection } from './sections/use-section.ts'

const RunInputs = lazy(async () => ({
  default: (await loadModule(() => import('./inputs/run-inputs.tsx'))).RunInputs,
}))
const PrintView = lazy(async () => ({
  default: (await loadModule(() => import('./print/print-view.tsx'))).PrintView,
}))
/** About the first sheet. */
const SHEET_HEIGHT = 700
const INPUTS_HEIGHT = 240

interface BacktestResultProps {
  readonly result: BacktestDetail
  /** Shown in place of the metrics while they are computed, and if that fails. */
  readonly metricsState: ReactElement | null
  /** Loaded from the public endpoints: the run belongs to another user. */
  readonly isShared: boolean
  /** Opened from the list of all backtests. */
  readonly isAll: boolean
}

/** A backtest in any state: queued, running, failed, or with its result, of which one section is shown at a time. */
export function BacktestResult({ result, metricsState, isShared, isAll }: BacktestResultProps): ReactElement {
  const isRunning = result.status === 'Queued' || result.status === 'In Progress'
  const hasFailed = result.status === 'Errored' || result.status === 'Failed'
  const hasSections = result.statistics !== null && !isRunning
  const [section, showSection] = useSection()
  const [isWanted, setWanted] = useState<boolean | null>(null)
  // Without figures, the settings are all that there is to read; they fold when the run ends.
  const isOpen = isWanted ?? !hasSections
  const [areInputsOpen, setInputsOpen] = useInputsOpen()
  const shown = SECTIONS.find(({ id }) => id === section) ?? SECTIONS[0]
  const isPrinting = usePrinting((state) => state.isPrinting)
  if (isPrinting && hasSections) {
    return (
      <Suspense fallback={<LoadingBlock height={SHEET_HEIGHT} />}>
        <PrintView result={result} isShared={isShared} metricsState={metricsState} />
      </Suspense>
    )
  }
  return (
    <>
      <div className={classes['sticky']}>
        <StickyBar result={result} isAll={isAll} />
        <div className={classes['second']}>
          {hasSections ? <SectionTabs chosen={section} onChoose={showSection} /> : null}
          <div className={classes['actions']} data-tour="actions">
            <DetailsButton
              warnings={runRemarks(result.warnings).warnings.length}
              isOpen={isOpen}
              onToggle={() => setWanted(!isOpen)}
            />
            {result.readOnly ? null : (
              <InputsButton isOpen={areInputsOpen} onToggle={() => setInputsOpen(!areInputsOpen)} />
            )}
            <ResultActions result={result} isAll={isAll} />
          </div>
        </div>
      </div>
      <DataGapAlert result={result} onShowData={() => showSection('data')} />
      <SeriesAlert result={result} />
      <MarginAlert result={result} onShowLog={() => showSection('log')} />
      {isOpen ? <RunDetails result={result} /> : null}
      <RerunStrip result={result} />
      {areInputsOpen && !result.readOnly ? (
        <Suspense fallback={<LoadingBlock height={INPUTS_HEIGHT} />}>
          <RunInputs result={result} />
        </Suspense>
      ) : null}
      {isRunning ? <RunProgress result={result} /> : null}
      {result.status === 'In Progress' && !result.readOnly ? <LivePricesLater result={result} /> : null}
      {hasFailed ? <RunFailure result={result} /> : null}
      {hasSections && shown !== undefined ? (
        <Stack key={shown.id} role="tabpanel" id={panelId(shown.id)} aria-labelledby={tabId(shown.id)} gap={12} miw={0}>
          <shown.View result={result} isShared={isShared} metricsState={metricsState} />
        </Stack>
      ) : isRunning ? (
        <LiveLogPanel id={result.id} />
      ) : (
        <LogPanel id={result.id} isShared={isShared} />
      )}
    </>
  )
}

interface DetailsButtonProps {
  readonly warnings: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function DetailsButton({ warnings, isOpen, onToggle }: DetailsButtonProps): ReactElement {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Button
      variant="default"
      aria-expanded={isOpen}
      leftSection={<Chevron size={14} aria-hidden />}
      rightSection={
        warnings === 0 ? undefined : (
          <span className={classes['count']} title={formatCount(warnings, 'warning')}>
            <span className="visually-hidden">Warnings: </span>
            {formatPlain(warnings)}
          </span>
        )
      }
      onClick={onToggle}
    >
      Details
    </Button>
  )
}
