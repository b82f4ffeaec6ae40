import { Button, Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { LoadingRows } from '../../ui/states.tsx'
import classes from './home-page.module.css'
import { SampleResult } from './sample-result.tsx'
import { sampleResultQuery } from './sample-result-query.ts'

/** The first page of a visitor, which leads to the algorithms after any login. */
export function HomePage(): ReactElement {
  const user = useUser()
  const shown = useQuery(sampleResultQuery).data?.sample
  if (user) {
    return (
      <>
        <Navigate to="/algorithms" replace />
        <LoadingRows rows={8} />
      </>
    )
  }
  return (
    <div className={classes['page']}>
      <section className={classes['intro']}>
        <h1>Test a trading idea before it costs money</h1>
        <p>
          Write an algorithm, run it on historical prices tick by tick with every cost, then let it trade on paper, and
          on your exchange when you trust it. Tradeloom checks each version for look-ahead bias. Open source, on your
          own machine.
        </p>
        <Flex gap={10} wrap="wrap" m="24px 0">
          <Button size="md" onClick={() => void askForLogin(null, 'register')}>
            Create account
          </Button>
          {shown ? (
            <Button
              size="md"
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/algorithms/$algorithmId/backtest/$backtestId"
                  params={{ algorithmId: shown.algorithmId, backtestId: shown.backtestId }}
                  {...props}
                />
              )}
            >
              Open the sample result
            </Button>
          ) : null}
        </Flex>
        <p>
          <Link to="/algorithms">Browse shared algorithms</Link>
        </p>
      </section>
      <SampleResult />
    </div>
  )
}
