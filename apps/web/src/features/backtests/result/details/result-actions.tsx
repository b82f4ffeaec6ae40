import { Button } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { IconFingerprint } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { RunButtons } from '../../../../entities/runs/run-buttons.tsx'
import { BACKTESTS } from '../../backtest-kind.ts'
import { NewBacktestDialog } from '../../lazy-new-backtest-dialog.ts'
import { usePendingStop } from '../../stopping.ts'
import { useBacktestActions } from '../../use-backtest-actions.ts'
import { ExportMenu } from '../report/export-menu.tsx'

const ReproducibilityDrawer = lazyPart(async () => (await import('./reproducibility-drawer.tsx')).ReproducibilityDrawer)

interface ResultActionsProps {
  readonly result: BacktestDetail
  /** Opened from the list of all backtests. */
  readonly isAll: boolean
}

/** What can be done with a run in its state. */
export function ResultActions({ result, isAll }: ResultActionsProps): ReactElement {
  const actions = useBacktestActions(result)
  const pending = usePendingStop(result)
  const [isManifest, setManifest] = useState(false)
  const algorithm = { id: result.algorithmId, readOnly: result.readOnly }
  return (
    <>
      <RunButtons
        kind={BACKTESTS}
        run={result}
        isAll={isAll}
        actions={actions}
        pending={pending}
        renderDialog={(isOpen, close) => (
          <NewBacktestDialog algorithm={algorithm} again={result} isOpen={isOpen} onClose={close} />
        )}
      />
      {result.resultHash === null ? null : <ExportMenu result={result} />}
      {result.resultHash === null ? null : (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={14} aria-hidden />}
          onClick={() => setManifest(true)}
        >
          Reproducibility
        </Button>
      )}
      <ReproducibilityDrawer result={result} isOpen={isManifest} onClose={() => setManifest(false)} />
    </>
  )
}
