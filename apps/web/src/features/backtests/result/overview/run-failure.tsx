import { Stack } from '@mantine/core'
import type { BacktestDetail } from '@tradeloom/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { formatCount } from '../../../../ui/format.ts'
import { Panel } from '../../../../ui/panel.tsx'

import classes from '../../../../entities/analysis/backtest-result.module.css'

/** Why a run ended without a result; a script error links to its line. */
export function RunFailure({ result }: { readonly result: BacktestDetail }): ReactElement {
  const { status, detail, errorLine, errorColumn } = result
  const isScript = status === 'Errored'
  return (
    <Panel title={isScript ? 'The script ended with an error' : 'The backtest failed'}>
      <Stack gap={10} role="alert">
        <pre className={classes['error']}>{detail ?? 'There has been an error. Please try again.'}</pre>
        {errorLine === null ? null : (
          <Link
            to="/algorithms/$algorithmId/edit/$versionId"
            params={{ algorithmId: result.algorithmId, versionId: result.algorithmVersionId }}
            search={{ line: errorLine, ...(errorColumn === null ? {} : { column: errorColumn }) }}
          >
            Go to line {errorLine}
            {errorColumn === null ? '' : `, column ${errorColumn}`}
          </Link>
        )}
        {isScript ? null : <span className="muted">The script did not cause this. Please run it again.</span>}
        {result.unitsRefunded ? (
          <span className="muted">{formatCount(result.units, 'compute unit')} given back.</span>
        ) : null}
      </Stack>
    </Panel>
  )
}
