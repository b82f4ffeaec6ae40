import { Button, CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { accountName } from '../../../entities/accounts/account-levels.ts'
import { useAccounts } from '../../../entities/accounts/accounts.ts'
import { sharedAlgorithmsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { CloneButton } from '../clone/clone-button.tsx'
import classes from './start-card.module.css'

/** The first steps of a new user, in markets and in research. */
export function StartCard({ onClose }: { readonly onClose: () => void }): ReactElement {
  const paper = useAccounts()?.find(({ type }) => type === 'paper')
  const shared = useQuery(sharedAlgorithmsQuery).data ?? []
  const sample = shared.find(({ result }) => result !== null) ?? shared[0]
  return (
    <Panel
      title="Start here"
      actions={<CloseButton size="sm" aria-label="Close for good" title="Close for good" onClick={onClose} />}
    >
      <div className={classes['steps']}>
        <Step
          title="Trade on paper"
          text={
            paper === undefined
              ? 'You have a paper account.'
              : `Your paper account ${accountName(paper)} has ${formatNumber(paper.balance)} ${paper.currency}. Orders fill at current prices; no real money is involved.`
          }
        >
          <Button size="xs" renderRoot={(props) => <Link to="/platform" {...props} />}>
            Open Markets
          </Button>
        </Step>
        <Step title="Run a sample" text="Clone a sample to your algorithms, press Ctrl+Enter, and read its result.">
          {sample === undefined ? null : (
            <CloneButton algorithm={sample} label={`Clone ${sample.name}`} variant="default" size="xs" />
          )}
        </Step>
        <Step title="Import data" text="Bring prices of your own: CSV files, or what MetaTrader exports.">
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link to="/market-data" search={{ import: true }} {...props} />}
          >
            Import market data
          </Button>
        </Step>
      </div>
    </Panel>
  )
}

interface StepProps {
  readonly title: string
  readonly text: string
  /** The button that begins it. */
  readonly children: ReactNode
}

function Step({ title, text, children }: StepProps): ReactElement {
  return (
    <div className={classes['step']}>
      <h3>{title}</h3>
      <p className="muted">{text}</p>
      <div className={classes['begin']}>{children}</div>
    </div>
  )
}
