import { Box, Flex, Group } from '@mantine/core'
import type { Algorithm } from '@tradeloom/contracts'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { CheckBadge } from '../../../entities/algorithms/check-badge.tsx'
import { cutText, formatCount, formatDay, formatPlain } from '../../../ui/format.ts'
import { CloneButton } from '../clone/clone-button.tsx'
import { Tags } from '../tags.tsx'
import classes from './algorithm-list.module.css'
import { CardResult } from './card-result.tsx'

const DESCRIPTION_LENGTH = 98

/** A shared algorithm; the whole card links to it. The code appears while the pointer or the focus is on the card. */
export function AlgorithmCard({ algorithm }: { readonly algorithm: Algorithm }): ReactElement {
  const { id, name, username, description, tags, overview, latestVersion, cloneCount, updated, result } = algorithm
  return (
    <article className={classes['card']}>
      <div className={classes['cardHead']}>
        <h3 className="truncate">
          <Link to="/algorithms/$algorithmId" params={{ algorithmId: id }} className={classes['cardLink']} title={name}>
            {name}
          </Link>
        </h3>
        <Group gap={8} justify="space-between" wrap="nowrap" mih={20} component="span">
          <span className="muted truncate">by {username}</span>
          {latestVersion === null ? null : <CheckBadge check={latestVersion.check} isShort />}
        </Group>
      </div>
      <Box m={0} mih={38} lh="19px" c="var(--text-2)" component="p">
        {cutText(description, DESCRIPTION_LENGTH)}
      </Box>
      <Flex gap={6} wrap="wrap" pos="relative" mih={20}>
        <Tags tags={tags} />
      </Flex>
      <Box pos="relative" h={112}>
        {result === null ? null : <CardResult result={result} />}
        <pre className={classes['overview']} data-always={result === null || undefined} aria-hidden>
          {overview}
        </pre>
      </Box>
      <Group gap={12} wrap="nowrap" mt="auto" fz={12} component="footer">
        <span className="muted num">
          {latestVersion?.displayVersionNo ?? 'No version'} · {formatDay(updated)}
        </span>
        <span className="inline muted num" title={`Cloned ${formatCount(cloneCount, 'time')}`}>
          <IconCopy size={12} aria-hidden /> {formatPlain(cloneCount)}
          <span className="visually-hidden">{cloneCount === 1 ? ' clone' : ' clones'}</span>
        </span>
        <span className={classes['cardAction']}>
          <CloneButton algorithm={algorithm} />
        </span>
      </Group>
    </article>
  )
}
