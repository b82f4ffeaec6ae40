import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { sharedAlgorithmsQuery } from '../../../entities/algorithms/algorithm-queries.ts'
import { MatchCount } from '../../../ui/match-count.tsx'
import { EmptyState, ErrorState, LoadingBlock } from '../../../ui/states.tsx'
import { AlgorithmCard } from './algorithm-card.tsx'
import classes from './algorithm-list.module.css'
import { type AlgorithmSort, sortAlgorithms, SORTS } from './sort-algorithms.ts'

function isMatch({ name, username, description, tags }: Algorithm, search: string): boolean {
  return [name, username, description, ...tags].some((text) => text.toLowerCase().includes(search))
}

export function SharedAlgorithms(): ReactElement {
  const [text, setText] = useState('')
  const shared = useQuery(sharedAlgorithmsQuery)
  const search = text.trim().toLowerCase()
  const { sort = 'newest' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const found = shared.data && sortAlgorithms(shared.data, sort).filter((algorithm) => isMatch(algorithm, search))
  // The default is not part of the address.
  const sortBy = (next: AlgorithmSort): void =>
    void navigate({ to: '/algorithms', search: next === 'newest' ? {} : { sort: next }, replace: true })
  return (
    <Stack aria-labelledby="shared-title" gap={12} component="section">
      <Group gap={12} mih={38}>
        <h2 id="shared-title">Shared by the community</h2>
        <MatchCount search={search} count={found?.length ?? 0} />
        <NativeSelect
          aria-label="Sort by"
          size="xs"
          w={130}
          value={sort}
          data={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
          ml="auto"
          onChange={(event) => sortBy(event.currentTarget.value as AlgorithmSort)}
        />
        <TextInput
          aria-label="Search algorithms"
          placeholder="Search name, author, description, tags"
          leftSection={<IconSearch size={14} aria-hidden />}
          size="xs"
          value={text}
          w={{ base: '100%', xs: 280 }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Group>
      {shared.isPending ? (
        <div className={classes['cards']}>
          {[0, 1, 2].map((i) => (
            <LoadingBlock key={i} height={236} />
          ))}
        </div>
      ) : null}
      {shared.isError ? <ErrorState error={shared.error} onRetry={() => void shared.refetch()} /> : null}
      {found === undefined ? null : (
        <div className={classes['cards']}>
          {found.map((algorithm) => (
            <AlgorithmCard key={algorithm.id} algorithm={algorithm} />
          ))}
        </div>
      )}
      {found?.length === 0 ? (
        <EmptyState
          picture={search === '' ? 'algorithms' : 'search'}
          title={search === '' ? 'No algorithms are shared yet' : 'No matches found'}
          {...(search !== '' && { text: `No shared algorithms match “${text.trim()}”.` })}
        />
      ) : null}
    </Stack>
  )
}
