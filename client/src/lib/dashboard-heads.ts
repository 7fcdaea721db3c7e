import type { PageHead } from '@speakifyr/contract/page-head.ts';

/** The heads of the dashboards' pages. They show personal data, so no search engine lists them. */
export const DASHBOARD_HEADS = {
  ownMessages: shared('Messages', 'What the school has emailed to you.'),
  everyone: shared('Everyone, Now', 'Who is at camp now, and whom to call.'),
  profile: shared('Update Profile', 'Your name, photo and phone.'),
  forms: shared('Forms', 'What the school asks before camp, and what you answered.'),
  formList: admin('Forms', 'Questions, waivers and consents that families answer before camp.'),
  editForm: admin('A Form', 'Write a form, with what parents see beside it.'),
  formPeople: admin('Answers', 'Who has answered which form, and what is missing.'),
  student: build('User dashboard', 'Your courses and payments at a glance.'),
  myClasses: user('Selected Course', 'The courses you joined and still have to pay for.'),
  plan: user(
    'Summer Plan',
    'The weeks of each child: what is booked, what is open, and what overlaps.',
  ),
  waiting: user('My Waiting List', 'Full classes you’re waiting for, and the seats we offer you.'),
  payment: user('Payment', 'Pay for a course by card.'),
  installments: user('Payments in Parts', 'What you pay in parts, and the card that is charged.'),
  enroll: user('Enrolled Course', 'The courses you paid for, with entry codes and rooms.'),
  children: user(
    'My Children',
    'The children you book classes for, and invitations to look after more.',
  ),
  child: user('Child', 'A child’s details, health information, contacts and guardians.'),
  claim: user('Enter a Code', 'Take over the family that the school booked for.'),
  aid: user('Financial Aid', 'Ask the school for help with the price.'),
  aidRequests: admin('Financial Aid', 'What families ask for, and what was awarded.'),
  receipt: shared('Receipt', 'The receipt of a payment, with its classes and refunds.'),
  childRecords: shared(
    'Medicine and Incidents',
    'The medicine that a child got at camp, and what happened to it.',
  ),
  creditNote: shared('Credit Note', 'What was refunded of a payment, and why.'),
  statements: user('Statements', 'What you paid in a year for each child.'),
  statement: shared('Statement', 'What was paid for one person in one year.'),
  instructor: build('Instructor dashboard', 'Your course, its seats and its earnings.'),
  manageCourse: instructor('Enrolled Students', 'The students of your course.'),
  courseMessage: instructor(
    'Message to Your Class',
    'Write to everyone who is enrolled in your course.',
  ),
  courseCare: instructor(
    'Care Sheet',
    'What you must know to look after the children of your course.',
  ),
  courseDay: instructor(
    'Day List',
    'Who is expected in your course today, who came, and who took them.',
  ),
  courseSheet: instructor('Attendance Sheet', 'Who was in your course on each of its days.'),
  ownPage: instructor('My Page', 'What families read about you.'),
  admin: build('Admin dashboard', 'Statistics for the whole school.'),
  users: admin('Users', 'Everyone with an account, and their roles.'),
  manage: admin('Manage', 'Instructors and courses to add, change or delete.'),
  addInstructor: admin('Add Instructor', 'Turn a student into an instructor.'),
  addCourse: admin('Add a Course', 'Add a course with its picture, dates, seats and instructor.'),
  updateInstructor: admin(
    'Update Instructor',
    'Assign courses to instructors, or remove an instructor.',
  ),
  updateCourse: admin('Classes', 'All classes: their people, days, prices and places.'),
  editCourse: admin(
    'Update Course Data',
    'Change the dates, picture, seats, price and room of a course.',
  ),
  courseCalendar: admin(
    'Course Calendar',
    'All courses by day and room, and rooms that are used twice.',
  ),
  classList: admin('All Classes', 'Leads to the list of classes.'),
  classPeople: admin(
    'Students of a Class',
    'Who is enrolled in a class, who holds a seat, and what they paid.',
  ),
  classCare: admin('Care Sheet', 'What those who look after the children of a class must know.'),
  classDay: admin('Day List', 'Who is expected in a class today, who came, and who took them.'),
  classSheet: admin('Attendance Sheet', 'Who was in a class on each of its days.'),
  families: admin(
    'Families',
    'Find a family by name, phone, email, entry code, receipt or payment.',
  ),
  family: admin('Family', 'The adults, children, seats, payments and emails of a family.'),
  familyLetter: admin('Letter', 'What the office booked for a family, to print.'),
  imports: admin('Import', 'Bring families and classes from another system, and undo it.'),
  classMessage: admin('Message to a Class', 'Write to everyone who is enrolled in a class.'),
  payments: admin('Payments', 'All payments, with their states and totals.'),
  bankTransfers: admin(
    'Bank Transfers',
    'Import the bank’s list of transfers, and book what families have paid.',
  ),
  owedSeats: admin('What Is Owed', 'What families still have to pay for their seats, and by when.'),
  papers: admin(
    'Receipts and Credit Notes',
    'The school’s receipts and credit notes, with their numbers and sums.',
  ),
  accounting: admin(
    'Accounting',
    'The school’s money by month, with receipts, refunds and fees, and months to close.',
  ),
  openRefunds: admin(
    'Refunds to Look at',
    'Refunds that failed, and refunds that may belong to a seat.',
  ),
  changeRefundPolicy: admin('Refund Policy', 'How much a family gets back when it cancels.'),
  school: admin('School', 'Who the school is, and how it works.'),
  discounts: admin(
    'Discounts',
    'What makes a class cheaper for a family, and what families pay then.',
  ),
  extras: admin(
    'Extras',
    'What families can add to a seat: lunch, care before and after the day, a T-shirt.',
  ),
  programs: admin('For Programs', 'API keys and webhooks for the school’s own programs.'),
  familyMessage: admin('Write to families', 'One email to the families of several classes.'),
  message: admin('Message', 'A message of the contact form, and what the school replied.'),
  messages: admin('Contact Inbox', 'What people wrote with the contact form.'),
  outbox: admin('Outbox', 'What the school emails to people, and what failed.'),
  mail: admin('Email', 'One email of the school, and what became of it.'),
  calls: admin('Calls to Make', 'Whom to call, because no email reaches them.'),
  auditLog: admin('Audit Log', 'Who changed what, and when.'),
} satisfies Record<string, PageHead>;

function shared(name: string, description: string): PageHead {
  return build(`${name} | Dashboard`, description);
}

function user(name: string, description: string): PageHead {
  return build(`${name} | User dashboard`, description);
}

function instructor(name: string, description: string): PageHead {
  return build(`${name} | Instructor dashboard`, description);
}

function admin(name: string, description: string): PageHead {
  return build(`${name} | Admin dashboard`, description);
}

function build(title: string, description: string): PageHead {
  return { title, description, isPrivate: true };
}
