import type { List } from './shapes.ts'

/** A list that is whole, inside another object. */
export const wholeList = <T>(data: T[], url: string): List<T> => ({ object: 'list', data, has_more: false, url })
