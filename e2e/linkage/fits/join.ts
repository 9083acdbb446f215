/** Two values, one at each of two apps, that tell of more people than chance would who is who. */
export type Join = { kind: 'equal' | 'piece' | 'offset' | 'order'; here: string; there: string; hits: number; people: number; chance: number }
