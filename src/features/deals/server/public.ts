export { confirmNamedSale, findSaleToProve } from './confirm-named-sale.ts';
