import type { Icon } from '@tabler/icons-react'
import type { AddedChannelKind, NotificationSettings } from '@tradeloom/contracts'
import type { ReactElement, ReactNode } from 'react'

export interface AddChannelProps {
  readonly settings: NotificationSettings
  readonly isBusy: boolean
  /** Runs what adds one, and shows why it failed. */
  readonly send: (work: () => Promise<void>) => Promise<void>
  /** Fetches the channels again. */
  readonly onAdded: () => Promise<void>
  /** Shows something above the buttons, such as a form; null: no more. */
  readonly onShow: (what: ReactNode) => void
  readonly isShowing: boolean
}

/** One kind of channel as its user sees it: `<kind>.channel.tsx` exports it as `<kind>Channel`. */
export interface ChannelView {
  readonly title: string
  readonly Icon: Icon
  /** The button that adds one; null where there is none. */
  readonly Add: (props: AddChannelProps) => ReactElement | null
  /** Why none can be added here; null: one can. */
  readonly problem?: () => string | null
}

/** One of each kind: the generated list must have it. @public */
export type AllChannelViews = { readonly [Kind in AddedChannelKind]: ChannelView }
