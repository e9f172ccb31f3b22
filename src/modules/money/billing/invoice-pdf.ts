import { Temporal } from 'temporal-polyfill';
import { TextPrinter } from '../../../platform/pdf/printed-text';
import type { InvoiceView } from './invoices.dto';

const MARGIN = 56;
/** A4, between the margins. */
const WIDTH = 595 - 2 * MARGIN;
/** Of each column of the lines: where it begins and how wide it is. */
const COLUMNS = {
  description: [0, WIDTH - 260],
  quantity: [WIDTH - 250, 50],
  unitPrice: [WIDTH - 190, 90],
  amount: [WIDTH - 90, 90],
} as const;
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const FONT_SIZE = 10;
const GREY = '#666666';
const STATUS = { open: 'Open', paid: 'Paid', void: 'Void' } as const;

type Column = keyof typeof COLUMNS;
type Cells = Partial<Record<Column, string>>;

/**
 * An invoice as a PDF of one page, A4. The same invoice gives the same bytes.
 *
 * pdfkit is loaded with the first one: it takes 20 MiB and a tenth of a second, and most processes never need it.
 *
 * @param customerId the organization's id, printed where its name can't be
 * @returns the document, which is written as it is read
 */
export async function invoicePdf(invoice: InvoiceView, customerId: string): Promise<PDFKit.PDFDocument> {
  const { number, issuedAt, updatedAt } = invoice;
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: number, CreationDate: new Date(issuedAt), ModDate: new Date(updatedAt) },
  });
  const descriptions = invoice.lines.map(({ description }) => description);
  const printer = await TextPrinter.forTexts(pdf, [invoice.customerName, ...descriptions]);
  heading(pdf, invoice);
  facts(pdf, printer, invoice, customerId);
  lines(pdf, printer, invoice);
  sums(pdf, printer, invoice);
  pdf.end();
  return pdf;
}

function heading(pdf: PDFKit.PDFDocument, { number, status }: InvoiceView): void {
  pdf.font(BOLD).fontSize(22).text('Invoice');
  pdf.font(REGULAR).fontSize(12).text(`${number}, ${STATUS[status].toLowerCase()}`);
  pdf.moveDown(1.5);
}

function facts(pdf: PDFKit.PDFDocument, printer: TextPrinter, invoice: InvoiceView, customerId: string): void {
  const { customerName, issuedAt, dueAt, paidAt, periodStart, periodEnd, timezone } = invoice;
  const day = (instant: string) => local(instant, timezone).toPlainDate().toString();
  const minute = (instant: string) => {
    const time = local(instant, timezone).toPlainTime().toString({ smallestUnit: 'minute' });
    return `${day(instant)} ${time}`;
  };
  fact(pdf, printer, 'Billed to', customerName);
  fact(pdf, printer, 'Customer', customerId);
  fact(pdf, printer, 'Issued', day(issuedAt));
  if (invoice.status === 'open') fact(pdf, printer, 'Due', day(dueAt));
  if (paidAt !== null) fact(pdf, printer, 'Paid', day(paidAt));
  fact(pdf, printer, 'Period', `${minute(periodStart)} to ${minute(periodEnd)} (${timezone})`);
  pdf.moveDown(1.5);
}

function fact(pdf: PDFKit.PDFDocument, printer: TextPrinter, name: string, value: string): void {
  const { y } = pdf;
  pdf.font(REGULAR).fontSize(FONT_SIZE).fillColor(GREY).text(name, MARGIN, y, { width: 80 });
  pdf.fillColor('black');
  printer.print(pdf, value, REGULAR, FONT_SIZE, { x: MARGIN + 80, y, width: WIDTH - 80 });
  pdf.y += 3;
}

function lines(pdf: PDFKit.PDFDocument, printer: TextPrinter, invoice: InvoiceView): void {
  const titles = { description: 'Description', quantity: 'Quantity', unitPrice: 'Unit price', amount: 'Amount' };
  row(pdf, printer, titles, BOLD);
  rule(pdf);
  for (const { description, quantity, unitPrice, amount } of invoice.lines)
    row(pdf, printer, { description, quantity: String(quantity), unitPrice, amount });
  rule(pdf);
}

function sums(
  pdf: PDFKit.PDFDocument,
  printer: TextPrinter,
  { subtotal, discount, total, couponCode, currency }: InvoiceView,
): void {
  row(pdf, printer, { description: 'Subtotal', amount: subtotal });
  if (couponCode !== null) row(pdf, printer, { description: `Discount (${couponCode})`, amount: `-${discount}` });
  row(pdf, printer, { description: `Total in ${currency}`, amount: total }, BOLD);
}

function row(pdf: PDFKit.PDFDocument, printer: TextPrinter, cells: Cells, standardFont = REGULAR): void {
  const { y } = pdf;
  let end = y;
  for (const [name, value] of Object.entries(cells)) {
    const [start, width] = COLUMNS[name as Column];
    const isWords = name === 'description';
    pdf.font(standardFont).fontSize(FONT_SIZE);
    // A number must not be broken: its rest, on the next line, would look like another number.
    const size = isWords ? FONT_SIZE : Math.min(FONT_SIZE, (FONT_SIZE * (width - 1)) / pdf.widthOfString(value));
    printer.print(pdf, value, standardFont, size, {
      ...{ x: MARGIN + start, y, width },
      align: isWords ? 'left' : 'right',
    });
    end = Math.max(end, pdf.y);
  }
  pdf.fontSize(FONT_SIZE);
  pdf.y = end + 4;
}

function rule(pdf: PDFKit.PDFDocument): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.5)
    .stroke(GREY);
  pdf.y += 6;
}

/** As the clocks of the organization showed it. */
function local(instant: string, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
}
