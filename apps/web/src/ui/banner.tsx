import { Flex } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './banner.module.css'

interface BannerProps {
  readonly tone?: 'warn'
  readonly text: string
  /** Buttons for what can be done about it. */
  readonly children?: ReactNode
}

/** A line between toolbar and content that stays until what it says has passed. */
export function Banner({ tone, text, children }: BannerProps): ReactElement {
  return (
    <div className={classes['banner']} data-tone={tone} role="status">
      <span>{text}</span>
      {children === undefined ? null : (
        <Flex gap={6} ml="auto" component="span">
          {children}
        </Flex>
      )}
    </div>
  )
}
