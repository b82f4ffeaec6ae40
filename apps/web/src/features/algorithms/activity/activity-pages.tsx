import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { EmptyPictureName } from '../../../ui/empty-picture.tsx'
import page from '../../../ui/page.module.css'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/use-title.ts'
import { useRouteAlgorithm } from '../use-route-algorithm.ts'

interface ActivityProps {
  readonly title: string
  readonly empty: string
  readonly text: string
  readonly picture: EmptyPictureName
}

/** What an algorithm will be used for besides backtests, and what can be done until then. */
function Activity({ title, empty, text, picture }: ActivityProps): ReactElement | null {
  const { data } = useRouteAlgorithm()
  useTitle(data === undefined ? title : `${data.name}: ${title}`)
  if (data === undefined) return null
  return (
    <div className={page['page']}>
      <Panel title={title}>
        <EmptyState
          picture={picture}
          title={empty}
          text={text}
          action={
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/algorithms/$algorithmId/backtest" params={{ algorithmId: data.id }} {...props} />
              )}
            >
              Go to the backtests
            </Button>
          }
        />
      </Panel>
    </div>
  )
}

export function TradePage(): ReactElement | null {
  return (
    <Activity
      title="Trading sessions"
      empty="No trading sessions"
      text="This version of Tradeloom cannot trade on an account yet. Until it can, test the algorithm on historical prices."
      picture="sessions"
    />
  )
}
