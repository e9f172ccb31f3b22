/** What the product is called wherever people see it. */
export const PRODUCT = 'Tour Events';
