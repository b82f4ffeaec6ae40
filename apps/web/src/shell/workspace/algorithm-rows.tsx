import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ownAlgorithmsQuery } from '../../entities/algorithms/algorithm-queries.ts'
import { ImportAlgorithmButton } from '../../features/algorithms/import-algorithm-button.tsx'
import { NewAlgorithmButton } from '../../features/algorithms/new-algorithm-button.tsx'
import { askForLogin } from '../../entities/user/auth-prompt.ts'
import { useUser } from '../../entities/user/bootstrap-query.ts'
import { ListRow } from './list-row.tsx'
import { ListSection, RowsNote } from './list-section.tsx'
import { useAlgorithmActions } from './use-algorithm-actions.ts'

/** The user's algorithms, newest first. */
export function AlgorithmRows({ search }: { readonly search: string }): ReactElement {
  const user = useUser()
  const own = useQuery({ ...ownAlgorithmsQuery, enabled: Boolean(user) })
  const actionsOf = useAlgorithmActions()
  const rows = own.data?.filter(({ name }) => name.toLowerCase().includes(search)) ?? []
  return (
    <ListSection
      title="Algorithms"
      count={own.data?.length}
      action={
        <>
          {user ? <ImportAlgorithmButton /> : null}
          <NewAlgorithmButton isSmall />
        </>
      }
    >
      {user === null ? (
        <RowsNote text="Log in to create your own algorithms">
          <Button size="compact-xs" variant="default" onClick={() => void askForLogin()}>
            Log in
          </Button>
        </RowsNote>
      ) : null}
      {own.isError ? <RowsNote text={own.error.message} /> : null}
      {own.data?.length === 0 ? <RowsNote text="No algorithms yet" /> : null}
      {own.data !== undefined && own.data.length > 0 && rows.length === 0 ? <RowsNote text="No matches" /> : null}
      <ul>
        {rows.map((algorithm) => (
          <ListRow
            key={algorithm.id}
            link={{ to: '/algorithms/$algorithmId', params: { algorithmId: algorithm.id } }}
            name={algorithm.name}
            isShared={algorithm.shared}
            badge={algorithm.activeSessionsCount}
            actions={() => actionsOf(algorithm)}
          />
        ))}
      </ul>
    </ListSection>
  )
}
