// How a letter of a terminal looks, as the numbers of the sequence that sets it.
import type { IBufferCell } from '@xterm/xterm'

/** `0` for plain ones. */
export function looksOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return '0'
  const set = [
    ...(cell.isBold() ? ['1'] : []),
    ...(cell.isDim() ? ['2'] : []),
    ...(cell.isItalic() ? ['3'] : []),
    ...(cell.isUnderline() ? ['4'] : []),
    ...(cell.isBlink() ? ['5'] : []),
    ...(cell.isInverse() ? ['7'] : []),
    ...(cell.isInvisible() ? ['8'] : []),
    ...(cell.isStrikethrough() ? ['9'] : []),
    ...(cell.isOverline() ? ['53'] : []),
    ...(cell.isFgDefault() ? [] : [colour('38', cell.getFgColor(), cell.isFgRGB())]),
    ...(cell.isBgDefault() ? [] : [colour('48', cell.getBgColor(), cell.isBgRGB())]),
  ]
  return set.length === 0 ? '0' : set.join(';')
}

/** `isRgb` tells how the number is meant: three bytes, or a place of the palette. */
function colour(kind: '38' | '48', value: number, isRgb: boolean): string {
  if (!isRgb) return `${kind};5;${value}`
  const bytes = [16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256)
  return `${kind};2;${bytes.join(';')}`
}
