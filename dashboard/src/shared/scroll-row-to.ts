/** Where not all of a row have room beside each other, scrolls it so that one of them is in its middle. */
export function scrollRowTo(row: Element, one: Element): void {
  const [around, at] = [row.getBoundingClientRect(), one.getBoundingClientRect()];
  row.scrollLeft += at.left + at.width / 2 - (around.left + around.width / 2);
}
