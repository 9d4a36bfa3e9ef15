print("candela")
