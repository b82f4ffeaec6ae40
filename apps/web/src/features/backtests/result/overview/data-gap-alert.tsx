import { Anchor } from '@mantine/core'
import { type BacktestDetail, gapHeadline } from '@tradeloom/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import classes from '../../../../entities/analysis/backtest-result.module.css'

interface DataGapAlertProps {
  readonly result: Pick<BacktestDetail, 'dataQuality'>
  /** Missing on paper. */
  readonly onShowData?: () => void
}

/** A warning above all figures when months of the run had no prices; nothing for other runs. */
export function DataGapAlert({ result, onShowData }: DataGapAlertProps): ReactElement | null {
  const headline = gapHeadline(result.dataQuality)
  if (headline === null) return null
  return (
    <div className={classes['alert']} role="alert" data-tone="warn">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <strong>{headline}</strong>
      </div>
      {onShowData === undefined ? null : (
        <Anchor component="button" type="button" fz="inherit" onClick={onShowData}>
          Show data
        </Anchor>
      )}
    </div>
  )
}
