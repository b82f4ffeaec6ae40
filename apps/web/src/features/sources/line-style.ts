/** Colors of lines, in their order. */
export const LINE_COLORS = ['--accent', '--warn', '--buy', '--sell', '--info', '--text-2'] as const
