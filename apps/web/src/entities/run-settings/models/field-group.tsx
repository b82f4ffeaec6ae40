import { SimpleGrid, Text } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from '../new-backtest.module.css'

export function FieldGroup({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <fieldset className={classes['group']}>
      <Text component="legend" p="0 4px" c="var(--text-2)" fz={11} fw={600}>
        {title}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </fieldset>
  )
}
