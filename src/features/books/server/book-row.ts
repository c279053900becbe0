import type { Book } from '../contract.ts';
import { shownPreviousPrice } from '../price-cut.ts';
import { isBoosted, toListingEnd } from '../rules.ts';

/** The columns of a book with its seller, over the aliases `b` (books) and `u` (users). */
export const BOOK_COLUMNS_SQL = `b.id, b.seller_id, b.title, b.author, b.isbn, b.subject, b.condition, b.condition_details, b.price,
  b.description, b.images, b.courses, b.is_active, b.is_boosted, b.boosted_until, b.sold_at, b.expires_at, b.reserved_until,
  b.views, b.previous_price, b.price_lowered_at, b.created_at, b.updated_at,
  u.name AS seller_name, u.profile_image AS seller_image, u.university AS seller_university,
  u.student_university AS seller_student_university, u.total_sales AS seller_sales, u.mailbox AS seller_mailbox,
  u.email_verified AS seller_verified`;

export type BookRecord = {
  id: string;
  seller_id: string;
  title: string;
  author: string;
  isbn: string | null;
  subject: string;
  condition: string;
  condition_details: Book['conditionDetails'];
  price: number;
  description: string | null;
  images: string[];
  courses: string[];
  is_active: boolean;
  is_boosted: boolean;
  boosted_until: Date | null;
  sold_at: Date | null;
  expires_at: Date;
  reserved_until: Date | null;
  views: number;
  previous_price: number | null;
  price_lowered_at: Date | null;
  created_at: Date;
  updated_at: Date;
  seller_name: string;
  seller_image: string | null;
  seller_university: string | null;
  seller_student_university: string | null;
  seller_sales: number;
  /** Never part of a response. */
  seller_mailbox: string;
  seller_verified: boolean;
};

/**
 * Converts a row to its API form, without the rating of its price (`book-prices.ts`). Treats an expired boost as none
 * and an expired listing as inactive, even before the jobs change their flags.
 */
export function toBook(row: BookRecord, now: Date): Omit<Book, 'priceRating'> {
  const boosted = isBoosted({ isBoosted: row.is_boosted, boostedUntil: row.boosted_until }, now);
  const endsAt = toListingEnd({
    expiresAt: row.expires_at,
    boostedUntil: boosted ? row.boosted_until : null,
  });
  const isActive = row.is_active && endsAt > now;
  const isReserved = isActive && row.reserved_until !== null && row.reserved_until > now;
  return {
    id: row.id,
    sellerId: row.seller_id,
    title: row.title,
    author: row.author,
    isbn: row.isbn,
    subject: row.subject,
    condition: row.condition as Book['condition'],
    conditionDetails: row.condition_details,
    price: row.price,
    previousPrice: isActive
      ? shownPreviousPrice({ previousPrice: row.previous_price, priceLoweredAt: row.price_lowered_at }, now)
      : null,
    description: row.description,
    images: row.images,
    courses: row.courses,
    isActive,
    isBoosted: boosted,
    boostedUntil: boosted ? (row.boosted_until?.toISOString() ?? null) : null,
    soldAt: row.sold_at?.toISOString() ?? null,
    expiresAt: endsAt.toISOString(),
    reservedUntil: isReserved ? row.reserved_until!.toISOString() : null,
    views: row.views,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    seller: {
      id: row.seller_id,
      name: row.seller_name,
      profileImage: row.seller_image,
      university: row.seller_university,
      studentUniversity: row.seller_student_university,
      totalSales: row.seller_sales,
    },
  };
}
